/**
 * What ranks share that meet others, wherever they meet: exchanges, and how each rank waits for
 * them.
 */
package org.armci4j.bootstrap.exchange;
