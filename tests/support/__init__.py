"""What tests, tools and measurements share. Each module is named after what it helps with."""
