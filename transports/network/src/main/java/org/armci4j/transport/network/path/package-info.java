/**
 * Several paths to one rank: how much of a transfer each carries. It knows of no device; the
 * simulator plays it too.
 */
package org.armci4j.transport.network.path;
