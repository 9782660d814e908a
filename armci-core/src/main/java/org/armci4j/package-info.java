/**
 * The runtime: global memory and the one-sided operations on it. A null argument throws a {@link
 * NullPointerException} that names the parameter; any other wrong argument throws an {@link
 * org.armci4j.error.ArmciException}. The package uses the seam in {@code transport}, waits through
 * {@code waiting}, and knows no network. Begin with {@link org.armci4j.Armci}, which opens a
 * runtime, and {@link org.armci4j.GlobalMemory}, on which its operations work.
 *
 * <p>Promised: programs may use every public type here, and a change is told in the changelog.
 */
package org.armci4j;
