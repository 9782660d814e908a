/** Networks between hosts: which links a message takes, and how long it waits for them. */
package org.armci4j.lab.simulator.network;
