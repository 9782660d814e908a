/** The arithmetic of MG on one row of a grid, with vectors and without. */
package org.armci4j.examples.mg.kernel;
