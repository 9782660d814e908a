/**
 * Random shapes of transfers, and what a transfer of them means, byte by byte. It uses the shapes
 * of {@code org.armci4j.strided} and transfers nothing. Begin with {@link
 * org.armci4j.testkit.conformance.shape.RandomShapes} and {@link
 * org.armci4j.testkit.conformance.shape.StridedModel}.
 */
package org.armci4j.testkit.conformance.shape;
