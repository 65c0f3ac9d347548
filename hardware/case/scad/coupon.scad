// One small print that tries every fit of the cases: print it first, in the filament and with the settings of the cases.

use <shell.scad>

$fn = 24;

// m3: [pilot, clearance, head, depth of the head]; small (M2.5): [pilot, clearance]; board: [thickness, air].
module coupon(thick, wall, cap, bushing, lamp, window, plug, m3, small, board, line, relief) {
    size = [72, 46];
    linear_extrude(thick - 1.4) coupon_plate(size, cap, bushing, lamp, window, m3[1], m3, small);
    translate([0, 0, thick - 1.4]) linear_extrude(1.4) coupon_plate(size, cap, bushing, lamp, window, m3[2], m3, small);
    // A wall with the USB opening, open to the top as in a pod, and a slot for a perfboard's edge.
    translate([0, 0, thick]) linear_extrude(plug[1]) difference() {
        translate([4, 0]) square([24, wall]);
        translate([16 - plug[0] / 2, -1]) square([plug[0], wall + 2]);
    }
    translate([0, 0, thick]) linear_extrude(6) for (y = [0, wall + board[0] + 2 * board[1]])
        translate([33, y]) square([13, wall]);
    // A tower of the base for M3 and a post for M2.5.
    translate([0, 0, thick]) linear_extrude(9) {
        difference() { translate([54, 6]) circle(d = 6.4); bore(54, 6, m3[0]); }
        difference() { translate([65, 6]) circle(d = 6.4); bore(65, 6, small[0]); }
    }
    translate([0, 0, thick]) linear_extrude(relief) for (y = [13, 13 + 2 * line])
        translate([48, y]) square([20, line]);
}

module coupon_plate(size, cap, bushing, lamp, window, screw, m3, small) difference() {
    rounded(size, 3);
    bore(13, 36, cap);
    bore(28, 36, bushing);
    bore(38, 36, lamp);
    translate([6, 13]) square([window[0], window[1]]);
    bore(36, 20, screw);
    bore(44, 22, small[1]);
    bore(54, 6, m3[0]);
    bore(65, 6, small[0]);
}
