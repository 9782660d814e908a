/**
 * Prints where the time of a job went, from what its ranks have recorded. Begin with {@link
 * org.armci4j.cli.profile.ProfiledJob}, which gathers the ranks' files when the job has ended;
 * {@code ProfileText} puts them into words.
 */
package org.armci4j.cli.profile;
