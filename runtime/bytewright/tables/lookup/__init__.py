"""Looking rows up by keys."""
