"""Views over objects: models to rows."""
