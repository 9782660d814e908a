/**
 * The runtime's public face: {@link org.armci4j.Armci} opens it, {@link org.armci4j.GlobalMemory}
 * is what its operations work on.
 */
package org.armci4j;
