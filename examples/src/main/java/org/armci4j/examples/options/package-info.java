/**
 * Options on the command lines of examples. Begin with {@link
 * org.armci4j.examples.options.ProgramOptions}.
 */
package org.armci4j.examples.options;
