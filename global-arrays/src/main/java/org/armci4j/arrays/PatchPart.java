package org.armci4j.arrays;

/**
 * The part of a patch that one rank owns.
 *
 * @param owner the rank's number in the array's group
 * @param patch the elements, in indices of the array
 */
public record PatchPart(int owner, Patch patch) {}
