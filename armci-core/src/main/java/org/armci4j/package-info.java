/**
 * The runtime's public face: {@link org.armci4j.Armci} opens it, {@link org.armci4j.GlobalMemory}
 * is what its operations work on. A null argument is a {@link NullPointerException} that names the
 * parameter, any other wrong one an {@link org.armci4j.ArmciException}.
 */
package org.armci4j;
