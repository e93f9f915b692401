"""The web pages: NiceGUI over the library's and the service's own calls, with nothing to load from elsewhere."""
