"""The API's routes, by subject."""
