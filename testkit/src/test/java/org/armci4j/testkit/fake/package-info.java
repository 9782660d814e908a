/**
 * A network that exists in this process alone, for ranks that are threads: as slow, as unordered in
 * its completions and as faulty as the network layer allows, by a seed. It tests the common part of
 * all networks without any device, and the several paths to a rank that {@code transports/verbs}
 * adds.
 */
package org.armci4j.testkit.fake;
