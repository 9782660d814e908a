/** Connections between ranks, each made when it is first needed. */
package org.armci4j.transport.network.connection;
