/**
 * JUnit tests that run on several ranks: {@link org.armci4j.testkit.ArmciTest}, and what JUnit
 * calls for it.
 */
package org.armci4j.testkit;
