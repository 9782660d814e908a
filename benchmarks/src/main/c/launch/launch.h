// The programs of this suite share nothing.
