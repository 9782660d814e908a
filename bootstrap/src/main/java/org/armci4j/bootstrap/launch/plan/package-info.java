/** The plan of a launch: the program, its class path, how many ranks, and on which hosts. */
package org.armci4j.bootstrap.launch.plan;
