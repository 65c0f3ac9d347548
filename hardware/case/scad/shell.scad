// Bases, lids, caps and the coupon of the cases. Each is a stack of flat sections: what a print is, quick to compute, and
// nothing hangs in the air that a section above does not carry. All lengths in mm; x to the right, y away from the player,
// z up from the bed. The numbers come from hardware/case (parts.toml and the perfboard plans).

$fn = 24;

// A circle that holds a cylinder of the diameter: its sides touch it from outside. Fewer sides for small ones, for speed.
module bore(x, y, diameter) {
    sides = diameter < 4 ? 16 : diameter < 8 ? 24 : 40;
    translate([x, y]) circle(d = diameter / cos(180 / sides), $fn = sides);
}

module rounded(size, radius) {
    translate([radius, radius]) offset(r = radius) square([size[0] - 2 * radius, size[1] - 2 * radius]);
}

// A box [left, front, right, back].
module box(edges) {
    translate([edges[0], edges[1]]) square([edges[2] - edges[0], edges[3] - edges[1]]);
}

module disc(x, y, diameter) {
    translate([x, y]) circle(d = diameter);
}

function between(z, low, high) = z > low && z < high;

// towers: [x, y, diameter, pilot, foot of the pilot]; as high as the walls, for the lid's screws.
// blocks: [left, front, right, back, top]; what a board lies on or leans against.
// posts:  [x, y, diameter, top]; pilots: [x, y, diameter, from, to].
// cuts:   [left, front, right, back, from, to]; openings in walls and floor.
module base_section(z, size, radius, wall, floor_top, towers, blocks, posts, pilots, cuts) {
    difference() {
        union() {
            difference() {
                rounded(size, radius);
                if (z > floor_top)
                    translate([wall, wall])
                        rounded([size[0] - 2 * wall, size[1] - 2 * wall], max(radius - wall, 0.5));
            }
            intersection() {
                rounded(size, radius);
                union() {
                    for (tower = towers) hull() {
                        disc(tower[0], tower[1], tower[2]);
                        disc(tower[0] < size[0] / 2 ? wall : size[0] - wall,
                             tower[1] < size[1] / 2 ? wall : size[1] - wall, wall);
                    }
                    for (block = blocks) if (z < block[4]) box(block);
                    for (post = posts) if (z < post[3]) disc(post[0], post[1], post[2]);
                }
            }
        }
        for (tower = towers) if (z > tower[4]) bore(tower[0], tower[1], tower[3]);
        for (pilot = pilots) if (between(z, pilot[3], pilot[4])) bore(pilot[0], pilot[1], pilot[2]);
        for (cut = cuts) if (between(z, cut[4], cut[5])) box(cut);
    }
}

module base(levels, size, radius, wall, floor_top, towers, blocks, posts, pilots, cuts)
    for (i = [0 : len(levels) - 2])
        translate([0, 0, levels[i]]) linear_extrude(levels[i + 1] - levels[i])
            base_section((levels[i] + levels[i + 1]) / 2, size, radius, wall, floor_top, towers, blocks, posts, pilots, cuts);

// screws:  [x, y, clearance, head, foot of the head]; holes: [x, y, diameter].
// windows: [left, front, right, back, height, left, front, right, back]; larger above that height, to be seen into from a chair.
// slots:   [left, front, right, back]; rim: [left, front, right, back].
// rises:   [x, y, diameter]; the relief round the screws. marks: [x, y, side, smallest width]; the child is the shape there.
module lid_section(z, thick, size, radius, screws, holes, windows, slots) {
    difference() {
        rounded(size, radius);
        openings(z, screws, holes, windows, slots);
    }
}

module openings(z, screws, holes, windows, slots) {
    for (screw = screws) bore(screw[0], screw[1], z > screw[4] ? screw[3] : screw[2]);
    for (hole = holes) bore(hole[0], hole[1], hole[2]);
    for (window = windows)
        box(z > window[4] ? [window[5], window[6], window[7], window[8]] : window);
    for (slot = slots) box(slot);
}

module relief_section(z, size, radius, line, margin, screws, holes, windows, slots, rim, rises, marks) {
    difference() {
        union() {
            difference() {
                translate([margin, margin])
                    rounded([size[0] - 2 * margin, size[1] - 2 * margin], radius - margin);
                translate([margin + line, margin + line])
                    rounded([size[0] - 2 * (margin + line), size[1] - 2 * (margin + line)], max(radius - margin - line, 0.5));
                for (slot = slots) box([slot[0] - line, slot[1] - line, slot[2] + line, slot[3] + line]);
            }
            intersection() {
                rounded(size, radius);
                union() {
                    for (stroke = rim) box(stroke);
                    for (rise = rises) disc(rise[0], rise[1], rise[2]);
                }
            }
        }
        openings(z, screws, holes, windows, slots);
    }
    for (mark = marks) translate([mark[0], mark[1]]) seat_mark(mark[2], mark[3]) children();
}

// The icon of a seat, drawn 24 by 24, without tips narrower than a nozzle can draw.
module seat_mark(side, narrowest)
    offset(r = narrowest / 2) offset(r = -narrowest / 2)
        translate([-side / 2, -side / 2]) scale(side / 24) children();

module lid(levels, thick, size, radius, line, margin, screws, holes, windows, slots, rim, rises, marks)
    for (i = [0 : len(levels) - 2]) {
        middle = (levels[i] + levels[i + 1]) / 2;
        translate([0, 0, levels[i]]) linear_extrude(levels[i + 1] - levels[i])
            if (middle < thick) lid_section(middle, thick, size, radius, screws, holes, windows, slots);
            else relief_section(middle, size, radius, line, margin, screws, holes, windows, slots, rim, rises, marks)
                children();
    }

// The relief of a lid by itself, a hair larger: for pictures in which it has a colour of its own.
module lid_relief(levels, thick, size, radius, line, margin, screws, holes, windows, slots, rim, rises, marks)
    translate([0, 0, thick - 0.02]) linear_extrude(levels[len(levels) - 1] - thick + 0.04) offset(delta = 0.04)
        relief_section(thick + 0.1, size, radius, line, margin, screws, holes, windows, slots, rim, rises, marks) children();

// A key cap: a foot too wide for the lid's hole, a top for the finger, a square socket for the stem from below.
module cap(foot, foot_height, top, height, socket, depth) {
    linear_extrude(depth) difference() {
        circle(d = foot, $fn = 40);
        square(socket, center = true);
    }
    translate([0, 0, depth]) linear_extrude(foot_height - depth) circle(d = foot, $fn = 40);
    translate([0, 0, foot_height]) linear_extrude(height - foot_height) circle(d = top, $fn = 40);
}
