/**
 * A network that exists in this process alone, for ranks that are threads: as slow, as unordered in
 * its completions and as faulty as the network layer allows, by a seed. It implements the
 * interfaces of the network layer and uses no device, so it tests what all networks share. Begin
 * with {@link org.armci4j.testkit.fake.FakeNetwork} and {@link
 * org.armci4j.testkit.fake.FakeNetworkTest}.
 */
package org.armci4j.testkit.fake;
