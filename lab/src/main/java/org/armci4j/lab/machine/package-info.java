/**
 * The {@code armci lab} command: boots emulated machines with software RDMA devices and runs a
 * command in them. The machines' scripts are resources.
 */
package org.armci4j.lab.machine;
