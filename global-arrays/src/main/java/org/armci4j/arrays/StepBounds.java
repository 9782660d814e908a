package org.armci4j.arrays;

/**
 * Says how far a point may go along a direction until its elements meet their bounds, as {@link
 * FloatingSection#stepBounds} finds it. A step is a multiple of the direction. Where the direction
 * is 0, the step of an element is 0 at a bound, and infinite elsewhere.
 *
 * @param nearest the least step of all elements
 * @param nearestMoving the least step of the elements whose direction is not 0
 * @param farthest the largest step of all elements
 */
public record StepBounds(double nearest, double nearestMoving, double farthest) {}
