/**
 * Options on the command lines of examples. Begin with {@link
 * org.armci4j.examples.options.CommandLine}.
 */
package org.armci4j.examples.options;
