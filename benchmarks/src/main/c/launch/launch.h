// Nothing is shared by the programs of this suite.
