package org.armci4j.arrays;

/**
 * Says how far a point may go along a direction until its elements meet their bounds, as {@link
 * FloatingSection#stepBounds} finds it. A step is a multiple of the direction. The step of an
 * element is infinite where the direction is 0.
 *
 * @param nearest the least step of all elements; 0 if an element is at a bound and its direction is
 *     0
 * @param nearestMoving the least step of the elements whose direction is not 0
 * @param farthest the largest step of all elements; that of an element is 0 if it is at a bound and
 *     its direction is 0
 */
public record StepBounds(double nearest, double nearestMoving, double farthest) {}
