/**
 * The waits of a rank: the one engine through which every wait goes, the conditions it tests, and
 * the bells at which it parks.
 */
package org.armci4j.waiting;
