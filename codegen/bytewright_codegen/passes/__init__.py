"""Passes: one file, one public function, frozen in and frozen out."""
