/** Standard input, output and error of ranks on their way to and from the launcher. */
package org.armci4j.bootstrap.launch.streams;
