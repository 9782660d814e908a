/**
 * Standard input, output and error of ranks on their way to and from the launcher. It uses the plan
 * alone, and knows streams, not processes. Begin with {@link
 * org.armci4j.bootstrap.launch.streams.OutputPump} and {@link
 * org.armci4j.bootstrap.launch.streams.InputPump}.
 */
package org.armci4j.bootstrap.launch.streams;
