/**
 * Transfers of many separate pieces at once.
 *
 * <p>{@link org.armci4j.strided.Section} describes one side of an n-dimensional transfer, in
 * ARMCI's raw form or as a box of an {@link org.armci4j.strided.ArrayLayout array}. A pair of
 * sections, or a list of segments, becomes a {@link org.armci4j.strided.TransferPlan}. {@link
 * org.armci4j.strided.Strided} carries it out.
 */
package org.armci4j.strided;
