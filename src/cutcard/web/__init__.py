"""The web pages: clients of the service, drawn in the browser, with nothing to load from elsewhere."""
