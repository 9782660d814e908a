/**
 * Transfers of many separate pieces at once, in ARMCI's raw form or as boxes of an {@link
 * org.armci4j.strided.ArrayLayout array}. A pair of sections, or a list of segments, becomes a
 * {@link org.armci4j.strided.TransferPlan}, a flat list that the core transfers; the planner knows
 * no transport. Begin with {@link org.armci4j.strided.Strided} and {@link
 * org.armci4j.strided.Section}; for single elements of many ranks with {@link
 * org.armci4j.strided.ElementBatch}.
 *
 * <p>Promised: programs may use every public type here, and a change is told in the changelog.
 */
package org.armci4j.strided;
