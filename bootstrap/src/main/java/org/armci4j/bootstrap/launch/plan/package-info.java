/** What is to be launched: the program, its class path, how many ranks, and on which hosts. */
package org.armci4j.bootstrap.launch.plan;
