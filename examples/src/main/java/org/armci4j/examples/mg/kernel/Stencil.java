package org.armci4j.examples.mg.kernel;

/**
 * Holds a symmetric 27-point operator: one coefficient each for the cell itself, its 6 neighbours
 * across faces, 12 across edges and 8 across corners.
 *
 * @param centre coefficient of the cell
 * @param face coefficient of the neighbours that differ in one direction
 * @param edge coefficient of the neighbours that differ in two directions
 * @param corner coefficient of the neighbours that differ in all directions
 */
public record Stencil(double centre, double face, double edge, double corner) {}
