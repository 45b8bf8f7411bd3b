//! From the bytes of a screenshot to which tile is in which cell, and how sure that is.
