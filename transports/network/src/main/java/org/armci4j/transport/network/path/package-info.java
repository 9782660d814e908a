/**
 * Weights of several paths to one rank: how much of a transfer each path carries. The package uses
 * nothing else of the network layer and knows no device, so the simulator uses it too. Begin with
 * {@link org.armci4j.transport.network.path.PathWeights}.
 */
package org.armci4j.transport.network.path;
