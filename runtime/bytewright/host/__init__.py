"""What the machine and the installation offer: caches, locks, processors, optional packages."""
