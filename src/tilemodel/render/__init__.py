"""Pictures of arrangements. Nothing here searches or prints."""
