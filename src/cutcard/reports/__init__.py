"""What people read: odds, charts and sessions as JSON, text, pages and pictures. The mathematics is elsewhere."""
