/**
 * The TCP ports at which UCX listens for a rank: who is connected there, and how they are closed to
 * everybody else.
 */
package org.armci4j.transport.ucx.port;
