/** The shapes of MG's grids in memory. */
package org.armci4j.examples.mg.grid;
