/**
 * Jobs that another system's launcher has started: rank 0 holds the rendezvous in its own process.
 */
package org.armci4j.bootstrap.hosted;
