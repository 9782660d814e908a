/**
 * Collectives that are under way while nobody waits inside: their order, their progress and their
 * end. It runs what {@code running} and {@code levels} have planned, and chooses nothing. Begin
 * with {@link org.armci4j.collectives.lanes.Lanes}, and {@link
 * org.armci4j.collectives.lanes.CollectiveRequest}, which is a call's handle.
 */
package org.armci4j.collectives.lanes;
