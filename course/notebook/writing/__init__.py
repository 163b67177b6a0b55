"""From declarations to notebooks: everything here only writes."""
