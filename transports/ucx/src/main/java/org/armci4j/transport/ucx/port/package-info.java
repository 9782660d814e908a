/**
 * The TCP ports at which UCX listens for a rank: finds who is connected there, and closes the ports
 * to everybody else.
 */
package org.armci4j.transport.ucx.port;
