/**
 * The shapes of MG's grids in memory. It knows neither ranks nor arithmetic. Begin with {@link
 * org.armci4j.examples.mg.grid.Grid}.
 */
package org.armci4j.examples.mg.grid;
