/** How the testkit's programs read their arguments. */
package org.armci4j.testkit.options;
