"""Views: named ways to see a file as rows."""
