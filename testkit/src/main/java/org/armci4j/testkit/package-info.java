/**
 * JUnit tests that run on several ranks: {@link org.armci4j.testkit.ArmciTest}, and the classes
 * that JUnit calls for it.
 */
package org.armci4j.testkit;
