/**
 * The public API of the runtime. {@link org.armci4j.Armci} opens a runtime and has its operations,
 * which work on {@link org.armci4j.GlobalMemory}. A null argument throws a {@link
 * NullPointerException} that names the parameter; any other wrong argument throws an {@link
 * org.armci4j.error.ArmciException}.
 */
package org.armci4j;
