"""tilemodel"""
