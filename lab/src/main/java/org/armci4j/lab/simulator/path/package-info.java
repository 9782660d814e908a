/** {@code armci simulate paths}: transfers over several paths of a fat tree, packet by packet. */
package org.armci4j.lab.simulator.path;
