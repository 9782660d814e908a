/**
 * Every public operation called with every wrong argument: generated from the public API by
 * reflection, so that a new operation is tested too, or fails the build because nobody has said
 * what its arguments may be. It uses the public operations alone. Begin with {@link
 * org.armci4j.testkit.arguments.ArgumentsTest}.
 */
package org.armci4j.testkit.arguments;
